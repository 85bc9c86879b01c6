import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Landmark, type LucideIcon, Sparkles } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { useMay } from '../../auth/web/session.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { FigureButton } from '../../figures/web/figure-button.tsx'
import { OtherCurrencies } from '../../figures/web/other-currencies.tsx'
import type { Dashboard } from '../contract.ts'
import { bankBalanceText } from './card-text.ts'

/** What Pro is about, in one line. Only what the plan does not include has a badge. */
export function ProRow({ dashboard }: { dashboard: Dashboard }) {
  const { banks, plan } = dashboard
  const isConnected = banks.accounts > 0
  const reasonId = useId()
  const mayWrite = useMay('money.write')
  return (
    <section aria-labelledby="dashboard-pro">
      <h2 id="dashboard-pro" className="sr-only">
        PRO features
      </h2>
      <div className="grid divide-border rounded-lg border border-border bg-surface shadow-card max-lg:divide-y lg:grid-cols-[auto_auto_minmax(0,1fr)] lg:divide-x">
        <ProItem
          icon={Landmark}
          title="Bank Connections"
          action={
            (mayWrite || isConnected) && (
              <Button asChild variant="secondary" size="sm">
                <Link to="/bank-connections">
                  {!mayWrite ? 'View Connections' : isConnected ? 'Manage Connections' : 'Connect Account'}
                </Link>
              </Button>
            )
          }
        >
          {isConnected ? (
            <p className="tabular-nums">
              <FigureButton figure="bank-balance" label="Bank Connections" className="font-medium">
                {formatMoney(banks.cashMinor, dashboard)}
              </FigureButton>{' '}
              {bankBalanceText(banks)}
              <OtherCurrencies other={banks.cashOther} />
            </p>
          ) : (
            <p>See your balances here</p>
          )}
        </ProItem>
        <ProItem
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
          {isConnected ? <p>Imported automatically</p> : <p id={reasonId}>Connect an account first</p>}
        </ProItem>
        <ProItem icon={Sparkles} title="More PRO Features" badge={plan === 'free' && <ProBadge />} isDisabled>
          <p>
            {plan === 'free'
              ? 'Recurring invoices, templates and your brand color'
              : 'All included in your plan'}
          </p>
        </ProItem>
      </div>
    </section>
  )
}

interface ProItemProps {
  icon: LucideIcon
  title: string
  badge?: ReactNode
  isDisabled?: boolean
  action?: ReactNode
  children: ReactNode
}

function ProItem({ icon: Icon, title, badge, isDisabled = false, action, children }: ProItemProps) {
  const heading = useId()
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
      role="group"
      aria-labelledby={heading}
      aria-disabled={isDisabled || undefined}
      className="flex min-w-0 items-center gap-3 px-4 py-2.5"
    >
      <Icon
        aria-hidden
        className={classNames('size-4 shrink-0 max-sm:hidden', isDisabled ? 'text-muted' : 'text-accent')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h3
            id={heading}
            className={classNames('text-sm font-medium', isDisabled ? 'text-muted' : 'text-foreground')}
          >
            {title}
          </h3>
          {badge}
        </div>
        <div className="text-xs text-muted">{children}</div>
      </div>
      {action}
    </section>
  )
}
