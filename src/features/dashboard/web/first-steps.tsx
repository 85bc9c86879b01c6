import { Link } from '@tanstack/react-router'
import { ArrowRight, Circle, CircleCheck } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type FirstSteps as Steps, firstStepNames } from '../contract.ts'
import { useHideFirstSteps } from './dashboard-api.ts'
import { HomeCurrencyChoice } from './home-currency-choice.tsx'

const steps = {
  details: {
    title: 'Add your business details',
    text: 'Your phone and address appear on your invoices.',
    action: 'Open Settings',
    to: '/settings',
  },
  invoice: {
    title: 'Create your first invoice',
    text: 'Who owes you, how much and when it’s due.',
    action: 'Create an invoice',
    to: '/invoices/new',
  },
  expense: {
    title: 'Add your first expense',
    text: 'Track what you spend and see what’s left.',
    action: 'Add an expense',
    to: '/expenses/new',
  },
  bank: {
    title: 'Connect a bank',
    text: 'Balances and transactions are imported automatically.',
    action: 'Connect a bank',
    to: '/bank-connections',
  },
} as const satisfies Record<keyof Steps, object>

interface FirstStepsProps {
  steps: Steps
  /** The home currency while it can still be chosen; null once there are amounts. */
  currency: string | null
  /** Gets the focus when the steps are hidden together with the button. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The steps to set up an empty account. The card disappears once all are done. */
export function FirstSteps({ steps: done, currency, focusAfter }: FirstStepsProps) {
  const hiding = useHideFirstSteps()
  const title = useId()
  const doneCount = firstStepNames.filter((name) => done[name]).length
  const next = firstStepNames.find((name) => !done[name])
  return (
    <Card aria-labelledby={title} className="gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <h2 id={title} className="text-base font-semibold text-foreground">
            First steps
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {doneCount} of {firstStepNames.length} done
          </p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          aria-label="Hide first steps"
          className="-mr-2"
          onClick={() => {
            focusAfter.current?.focus({ preventScroll: true })
            hiding.mutate()
          }}
        >
          Hide
        </Button>
        <div aria-hidden className="h-1.5 w-full overflow-hidden rounded-full bg-surface-sunken">
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${(100 * doneCount) / firstStepNames.length}%` }}
          />
        </div>
      </div>
      {currency !== null && <HomeCurrencyChoice currency={currency} />}
      <ol className="grid gap-2 sm:grid-cols-2 sm:gap-3 lg:grid-cols-4">
        {firstStepNames.map((name) => (
          <Step key={name} name={name} isDone={done[name]} isNext={name === next} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ name, isDone, isNext }: { name: keyof Steps; isDone: boolean; isNext: boolean }) {
  const step = steps[name]
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 rounded-md border p-3 sm:p-4',
        isNext ? 'border-accent bg-accent-soft' : 'border-border',
      )}
    >
      <Icon
        aria-hidden
        className={classNames(
          'mt-0.5 size-5',
          isDone ? 'text-positive' : isNext ? 'text-accent' : 'text-border-strong',
        )}
      />
      <div
        className={classNames(
          'flex min-w-0 sm:flex-col sm:items-start',
          isNext ? 'flex-col' : 'items-center justify-between gap-x-3',
        )}
      >
        <h3 className={classNames('text-sm font-semibold', isDone ? 'text-muted' : 'text-foreground')}>
          {step.title}
        </h3>
        {isDone ? (
          <p className="text-sm font-medium text-positive">Done</p>
        ) : (
          <>
            <p className={classNames('text-sm', isNext ? 'text-foreground' : 'text-muted max-sm:hidden')}>
              {step.text}
            </p>
            {isNext ? (
              <Button asChild variant="secondary" size="sm" className="mt-3">
                <Link to={step.to}>
                  {step.action}
                  <ArrowRight aria-hidden />
                </Link>
              </Button>
            ) : (
              // On a phone the whole step is clickable.
              <Button
                asChild
                variant="link"
                className="max-sm:min-h-0! max-sm:p-0! max-sm:after:absolute max-sm:after:inset-0 sm:mt-2"
              >
                <Link to={step.to}>
                  <span className="max-sm:sr-only">{step.action}</span>
                  <ArrowRight aria-hidden className="sm:hidden" />
                </Link>
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}
