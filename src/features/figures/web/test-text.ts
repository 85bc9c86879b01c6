import { type MoneyFormat, formatMoney } from '../../../shared/money.ts'

/** A note beside a sum of money received that includes test payments; null without any. */
export function testText(testMinor: number, format: MoneyFormat): string | null {
  return testMinor === 0 ? null : `includes ${formatMoney(testMinor, format)} of test payments`
}
