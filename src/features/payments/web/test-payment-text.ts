import { formatMoney } from '../../../shared/money.ts'

export function testCount(count: number): string {
  return count === 1 ? '1 test payment' : `${count.toLocaleString('en-US')} test payments`
}

export function removalText({ cents, invoiceCount }: Record<'cents' | 'invoiceCount', number>): string {
  const invoices = invoiceCount === 1 ? 'Its invoice is' : `Their ${invoiceCount} invoices are`
  return `${formatMoney(cents)} that never moved no longer counts as received. ${invoices} unpaid again, unless real payments cover it. The ledger keeps the payments, marked as removed.`
}
