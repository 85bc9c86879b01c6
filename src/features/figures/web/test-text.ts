import { formatMoney } from '../../../shared/money.ts'

/** Said beside a sum of money received, as far as payments that moved none are in it; null where there are none. */
export function testText(testCents: number): string | null {
  return testCents === 0 ? null : `includes ${formatMoney(testCents)} of test payments`
}
