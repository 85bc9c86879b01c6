import type { ResponseOf } from '../../../shared/endpoint.ts'
import { formatMoney } from '../../../shared/money.ts'
import { productName } from '../../../shared/product.ts'
import type { getTestPayments } from '../contract.ts'

type Tests = Pick<ResponseOf<typeof getTestPayments>, 'minor' | 'currency' | 'other' | 'invoiceCount'>

const lists = new Intl.ListFormat('en-US')

/** The sum in the home currency, and what has no rate beside it: "$120.00 and ¥5,000". */
export function testSum({ minor, currency, other }: Omit<Tests, 'invoiceCount'>): string {
  const beside = other.filter((one) => one.homeMinor === null && one.minor !== 0)
  const atHome = minor === 0 && beside.length > 0 ? [] : [{ minor, currency }]
  return lists.format([...atHome, ...beside].map((one) => formatMoney(one.minor, one)))
}

export function testCount(count: number): string {
  return count === 1 ? '1 test payment' : `${count.toLocaleString('en-US')} test payments`
}

export function removalText({ invoiceCount, ...sum }: Tests): string {
  const [invoices, them] = invoiceCount === 1 ? ['1 invoice', 'it'] : [`${invoiceCount} invoices`, 'them']
  return [
    `${testSum(sum)} will no longer count as received.`,
    // Zero if all the invoices were deleted.
    ...(invoiceCount > 0 ? [`${invoices} will be unpaid again, unless real payments cover ${them}.`] : []),
    'Removed payments stay in the payments of their invoice, marked as removed.',
  ].join(' ')
}

/** What the button for a payment without money does to so many invoices. */
export function demoNoteFor(count: number): string {
  const what = count === 1 ? 'the invoice' : 'the invoices'
  return `Marks ${what} as paid without moving money. It’s here because this ${productName} runs in test mode.`
}
