import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { textLink } from '../../../../web/ui/text-link.ts'
import type { LedgerPayment } from '../../contract.ts'

/** "Paid together with invoices A and B", each with its link. */
export function PaidTogether({ invoices }: { invoices: LedgerPayment['together'] }) {
  if (invoices.length === 0) return null
  return (
    <p className="wrap-anywhere text-muted">
      Paid together with {invoices.length > 1 ? 'invoices' : 'invoice'}{' '}
      {invoices.map(({ id, number }, index) => (
        <Fragment key={id ?? number}>
          {index > 0 && (index === invoices.length - 1 ? ' and ' : ', ')}
          {id === null ? (
            `${number} (deleted)`
          ) : (
            <Link to="/invoices/$id" params={{ id }} className={textLink}>
              {number}
            </Link>
          )}
        </Fragment>
      ))}
    </p>
  )
}
