import { formatMoney } from '../../../shared/money.ts'

/** A note beside a sum of money received that includes test payments; null without any. */
export function testText(testMinor: number): string | null {
  return testMinor === 0 ? null : `includes ${formatMoney(testMinor)} of test payments`
}
