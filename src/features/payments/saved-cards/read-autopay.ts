import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { cardLabel } from '../../invoices/document/autopay-rules.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'
import type { getPaymentOptions } from '../contract.ts'
import { offersAutopay } from './autopay-offer.ts'
import { findCardOf } from './saved-card-queries.ts'

type Autopay = Pick<ResponseOf<typeof getPaymentOptions>, 'savedCard' | 'offersAutopay'>

/** The card that the client of this invoice has saved, or whether one can be saved. */
export async function readAutopay(tx: Transaction, invoice: InvoiceRow): Promise<Autopay> {
  const card = await findCardOf(tx, invoice)
  if (card) return { savedCard: cardLabel(card), offersAutopay: false }
  return { savedCard: null, offersAutopay: await offersAutopay(tx, invoice) }
}
