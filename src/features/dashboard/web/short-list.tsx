import { type ReactNode, useId } from 'react'
import { type Money, formatMoney } from '../../../shared/money.ts'

interface ShortListProps {
  title: string
  link: ReactNode
  children: ReactNode
}

export function ShortList({ title, link, children }: ShortListProps) {
  const heading = useId()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 sm:px-6">
        <h3 id={heading} className="text-base font-semibold text-foreground">
          {title}
        </h3>
        {link}
      </div>
      <ul aria-labelledby={heading} className="@container divide-y divide-border border-t border-border">
        {children}
      </ul>
    </>
  )
}

interface ShortListItemProps {
  /** The title, as a link. */
  title: ReactNode
  detail: ReactNode
  amount: Money
}

export function ShortListItem({ title, detail, amount }: ShortListItemProps) {
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3 sm:px-6">
      <div className="min-w-0">
        <p className="font-medium text-foreground [&_a]:block [&_a]:rounded-sm [&_a]:decoration-border-strong [&_a]:underline-offset-4 [&_a]:wrap-anywhere [&_a>*]:line-clamp-1 [&_a:hover]:underline touch:[&_a]:-my-2.5 touch:[&_a]:py-2.5">
          {title}
        </p>
        <p className="text-sm text-muted">{detail}</p>
      </div>
      <p className="shrink-0 font-semibold text-foreground tabular-nums">
        {formatMoney(amount.minor, amount)}
      </p>
    </li>
  )
}
