import { formatMoney } from '../../../shared/money.ts'

/** A note beside a sum of money received that includes test payments; null without any. */
export function testText(testCents: number): string | null {
  return testCents === 0 ? null : `includes ${formatMoney(testCents)} of test payments`
}
