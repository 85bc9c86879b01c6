import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { roleLabels } from '../../../shared/roles.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import type { Session } from '../../auth/contract.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { AddBusinessDialog } from './add-business-dialog.tsx'
import { noOtherBusiness } from './seats.ts'
import { useSwitchBusiness } from './use-switch-business.ts'

/** All businesses of the user. This tab works in one of them. */
export function BusinessesCard({ session }: { session: Session }) {
  const { data } = useQuery(businessQuery)
  const { target, switchTo } = useSwitchBusiness()
  const [isAdding, setIsAdding] = useState(false)
  const refusal = noOtherBusiness(session, data?.plan)
  return (
    <Card aria-labelledby="businesses">
      <CardHeader>
        <CardTitle id="businesses">Your businesses</CardTitle>
        <CardDescription>Each has its own figures, members and plan.</CardDescription>
      </CardHeader>
      <CardContent>
        <ul className="divide-y divide-border">
          {session.businesses.map(({ id, name, role }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium wrap-anywhere text-foreground">{name}</p>
                <p className="text-sm text-muted">{roleLabels[role]}</p>
              </div>
              {id === session.business.id ? (
                <Badge tone="accent">You are here</Badge>
              ) : (
                <Button
                  variant="secondary"
                  size="sm"
                  busy={target === id}
                  busyLabel="Switching..."
                  aria-label={`Switch to ${name}`}
                  onClick={() => void switchTo(id)}
                >
                  Switch
                </Button>
              )}
            </li>
          ))}
        </ul>
      </CardContent>
      <CardFooter>
        <Button
          variant="secondary"
          disabled={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : 'no-other-business'}
          onClick={() => setIsAdding(true)}
        >
          <Plus aria-hidden />
          Add a business
        </Button>
        {refusal !== undefined && (
          <p id="no-other-business" className="min-w-0 flex-1 basis-56 text-sm text-muted">
            {refusal}
          </p>
        )}
      </CardFooter>
      <AddBusinessDialog open={isAdding} onOpenChange={setIsAdding} />
    </Card>
  )
}
