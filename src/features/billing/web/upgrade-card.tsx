import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardTitle } from '../../../web/ui/card.tsx'
import { useMay } from '../../auth/web/session.ts'
import { type PlanFeature, planFeatures, plans } from '../rules.ts'
import { ownerDecides } from './plan-text.ts'
import { ProBadge } from './pro-badge.tsx'

interface UpgradeCardProps {
  feature: PlanFeature
  title: string
  /** What the feature does, and what stays available on the current plan. */
  children: ReactNode
}

export function UpgradeCard({ feature, title, children }: UpgradeCardProps) {
  const isOwner = useMay('business.own')
  const plan = plans[planFeatures[feature].from].label
  return (
    <Card>
      <CardContent className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <CardTitle className="flex flex-wrap items-center gap-2">
            {title} <ProBadge plan={planFeatures[feature].from} />
          </CardTitle>
          <div className="mt-1 max-w-2xl text-sm text-muted">{children}</div>
        </div>
        {isOwner ? (
          <Button asChild>
            <Link to="/settings" search={{ tab: 'subscription' }}>
              Upgrade to {plan}
            </Link>
          </Button>
        ) : (
          <p className="text-sm text-muted">{ownerDecides}</p>
        )}
      </CardContent>
    </Card>
  )
}
