import { formatThousandths } from '../../../shared/thousandths.ts'

/** VAT (7.7%) */
export function taxLabel({ name, rate }: { name: string; rate: number }): string {
  return `${name} (${formatThousandths(rate)}%)`
}
