import { formatMoney } from '../../../shared/money.ts'

export function testCount(count: number): string {
  return count === 1 ? '1 test payment' : `${count.toLocaleString('en-US')} test payments`
}

export function removalText({ minor, invoiceCount }: Record<'minor' | 'invoiceCount', number>): string {
  const [invoices, them] = invoiceCount === 1 ? ['1 invoice', 'it'] : [`${invoiceCount} invoices`, 'them']
  return [
    `${formatMoney(minor)} will no longer count as received.`,
    // Zero if all the invoices were deleted.
    ...(invoiceCount > 0 ? [`${invoices} will be unpaid again, unless real payments cover ${them}.`] : []),
    'Removed payments stay in the payments of their invoice, marked as removed.',
  ].join(' ')
}
