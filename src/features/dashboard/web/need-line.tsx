import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { classNames } from '../../../web/ui/class-names.ts'

const tones = {
  negative: 'bg-negative-soft text-negative',
  attention: 'bg-attention-soft text-attention',
  neutral: 'bg-surface-sunken text-muted',
}

interface NeedLineProps {
  icon: LucideIcon
  tone: keyof typeof tones
  title: ReactNode
  detail: ReactNode
  amountCents?: number
  action: ReactNode
}

/** One thing that waits: a row on a wide screen, a card on a phone. */
export function NeedLine({ icon: Icon, tone, title, detail, amountCents, action }: NeedLineProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 p-4 max-sm:rounded-lg max-sm:border max-sm:border-border max-sm:bg-surface max-sm:py-3 max-sm:shadow-card sm:grid-cols-[auto_minmax(0,1fr)_auto_8rem] sm:gap-x-4 sm:px-6 sm:py-3">
      <span
        className={classNames(
          'row-span-2 flex size-8 items-center justify-center rounded-md max-sm:self-start',
          tones[tone],
        )}
      >
        <Icon aria-hidden className="size-4" />
      </span>
      <p
        className={classNames(
          'col-start-2 row-start-1 min-w-0 font-medium wrap-anywhere text-foreground',
          amountCents === undefined && 'col-span-2',
        )}
      >
        {title}
      </p>
      <p className="col-start-2 row-start-2 text-sm wrap-anywhere text-muted">{detail}</p>
      {amountCents !== undefined && (
        <p className="col-start-3 row-start-1 text-right font-semibold text-foreground tabular-nums max-sm:self-start sm:row-span-2">
          {formatMoney(amountCents)}
        </p>
      )}
      <div className="col-start-3 row-start-2 flex justify-end sm:col-start-4 sm:row-span-2 sm:row-start-1">
        {action}
      </div>
    </li>
  )
}
