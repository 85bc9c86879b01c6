import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

const tones = {
  default: { value: 'text-foreground', icon: 'bg-surface-sunken text-muted' },
  accent: { value: 'text-foreground', icon: 'bg-accent-soft text-accent' },
  positive: { value: 'text-positive', icon: 'bg-positive-soft text-positive' },
  negative: { value: 'text-negative', icon: 'bg-negative-soft text-negative' },
  attention: { value: 'text-attention', icon: 'bg-attention-soft text-attention' },
}

const stripLook =
  'sm:py-3 max-sm:grid-cols-1 max-sm:border-0 max-sm:bg-transparent max-sm:px-2.5 max-sm:pt-2 max-sm:pb-1 max-sm:shadow-none max-sm:[&_h3]:text-xs max-sm:[&>div]:justify-self-start max-sm:[&>div]:text-sm max-sm:[&>p]:hidden'

interface StatCardProps {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  /** A HelpHint, shown beside the label. */
  help?: ReactNode
  below?: ReactNode
  icon?: LucideIcon
  tone?: keyof typeof tones
  loading?: boolean | undefined
  /** Shown instead of the value while loading, such as "..."; the default is a skeleton. */
  loadingText?: string
  /** One of several above a list: lower, and on a phone narrow, without note. */
  inStrip?: boolean
  className?: string | undefined
}

export function StatCard({
  label,
  value,
  note,
  help,
  below,
  icon: Icon,
  tone = 'default',
  loading = false,
  loadingText,
  inStrip = false,
  className,
}: StatCardProps) {
  // On a phone the value is beside its label, so that three cards leave room for the content below them.
  return (
    <Card
      aria-busy={loading || undefined}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-x-4 p-4 sm:grid-cols-1 sm:p-5',
        inStrip && stripLook,
        className,
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-1">
          <h3 className="text-sm font-medium tracking-normal text-muted">{label}</h3>
          {help}
        </div>
        {Icon && (
          <span
            className={classNames(
              'flex size-8 items-center justify-center rounded-md max-lg:hidden',
              tones[tone].icon,
            )}
          >
            <Icon aria-hidden className="size-4" />
          </span>
        )}
      </div>
      <div
        className={classNames(
          'flex min-h-8 items-center text-lg font-semibold tracking-tight wrap-anywhere tabular-nums max-sm:row-span-2 max-sm:justify-self-end sm:mt-1 md:text-xl lg:text-2xl',
          loading ? 'text-muted' : tones[tone].value,
        )}
      >
        {loading ? (loadingText ?? <Skeleton className="h-6 w-32" />) : value}
      </div>
      {note && <p className="text-sm text-muted sm:mt-1">{note}</p>}
      {below && <div className="col-span-full mt-1 text-sm text-muted">{below}</div>}
    </Card>
  )
}
