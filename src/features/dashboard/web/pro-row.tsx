import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Landmark, type LucideIcon, Sparkles } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { WhyButton } from '../../figures/web/why-button.tsx'
import type { Dashboard } from '../contract.ts'
import { bankBalanceText, demoText } from './card-text.ts'

export function ProRow({ dashboard: { banks, plan } }: { dashboard: Dashboard }) {
  const isConnected = banks.accounts > 0
  const reasonId = useId()
  return (
    <section aria-labelledby="dashboard-pro" className="flex flex-col gap-3">
      <h2 id="dashboard-pro" className="text-base font-semibold text-foreground">
        PRO features
      </h2>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <ProCard
          icon={Landmark}
          title="Bank Connections"
          action={
            <Button asChild variant="secondary" size="sm">
              <Link to="/bank-connections">{isConnected ? 'Manage Connections' : 'Connect Account'}</Link>
            </Button>
          }
        >
          {isConnected ? (
            <>
              <p className="text-lg font-semibold text-foreground tabular-nums">
                {formatMoney(banks.cashCents)}
              </p>
              <p>
                {bankBalanceText(banks)}
                {demoText(banks)}
              </p>
              <WhyButton figure="bank-balance" label="Bank Connections" />
            </>
          ) : (
            <p>See what is in your accounts, without looking it up.</p>
          )}
        </ProCard>
        <ProCard
          icon={ArrowLeftRight}
          title="Transactions"
          isDisabled={!isConnected}
          action={
            isConnected ? (
              <Button asChild variant="secondary" size="sm">
                <Link to="/transactions">View Transactions</Link>
              </Button>
            ) : (
              // Stays focusable, so that screen readers can announce why it is disabled.
              <Button
                variant="secondary"
                size="sm"
                aria-disabled
                aria-describedby={reasonId}
                className="cursor-not-allowed border-border! bg-transparent! text-muted! shadow-none!"
              >
                View Transactions
              </Button>
            )
          }
        >
          {isConnected ? (
            <p>What came in and went out, sorted into categories.</p>
          ) : (
            <p id={reasonId}>Connect an account first: its transactions then come in by themselves.</p>
          )}
        </ProCard>
        <ProCard icon={Sparkles} title="More PRO Features" isDisabled>
          <p>
            {plan === 'free'
              ? 'Recurring invoices, invoice templates and looks in your color open with Pro.'
              : 'Your plan opens all that there are so far.'}
          </p>
        </ProCard>
      </div>
    </section>
  )
}

interface ProCardProps {
  icon: LucideIcon
  title: string
  isDisabled?: boolean
  action?: ReactNode
  children: ReactNode
}

function ProCard({ icon: Icon, title, isDisabled = false, action, children }: ProCardProps) {
  const heading = useId()
  return (
    <Card
      aria-labelledby={heading}
      aria-disabled={isDisabled || undefined}
      className={classNames('gap-2 p-4 sm:p-5', isDisabled && 'border-dashed bg-transparent! shadow-none')}
    >
      <div className="flex items-center gap-2">
        <Icon aria-hidden className={classNames('size-4', isDisabled ? 'text-muted' : 'text-accent')} />
        <h3
          id={heading}
          className={classNames('text-sm font-semibold', isDisabled ? 'text-muted' : 'text-foreground')}
        >
          {title}
        </h3>
        <ProBadge />
      </div>
      <div className="text-sm text-muted">{children}</div>
      {action && <div className="mt-auto flex pt-2 max-sm:*:flex-auto">{action}</div>}
    </Card>
  )
}
