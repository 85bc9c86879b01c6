import { type Currency, maxMinorOf } from '../../../../shared/currencies.ts'
import { rescaleMinor } from '../../../../shared/money.ts'
import { type TypedAmount, readTypedAmount } from '../../../../web/forms/typed-amount.ts'
import type { ChargeValues } from './charge-values.ts'

type AmountPath =
  | 'charge.amountMinor'
  | 'charge.discount.amountMinor'
  | `charge.lines.${number}.rateMinor`
  | `charge.fees.${number}.amountMinor`

interface Amount {
  path: AmountPath
  typed: TypedAmount
  isShown: boolean
}

function amountsOf({ kind, amountMinor, lines, discount, fees }: ChargeValues): Amount[] {
  const isLines = kind === 'lines'
  return [
    { path: 'charge.amountMinor', typed: amountMinor, isShown: !isLines },
    ...lines.map(({ rateMinor }, index): Amount => ({
      path: `charge.lines.${index}.rateMinor`,
      typed: rateMinor,
      isShown: isLines,
    })),
    {
      path: 'charge.discount.amountMinor',
      typed: discount.amountMinor,
      isShown: isLines && discount.kind === 'fixed',
    },
    ...fees.map((fee, index): Amount => ({
      path: `charge.fees.${index}.amountMinor`,
      typed: fee.amountMinor,
      isShown: isLines,
    })),
  ]
}

/**
 * Returns what the amounts of a form become in another currency. The numbers stay: 5.00 becomes 5 where there are no
 * decimals, and 5.50 an error. `textOf` returns what the field of a path shows, to read again what was no amount.
 */
export function amountsIn(
  charge: ChargeValues,
  { from, to, textOf }: { from: Currency; to: Currency; textOf: (path: AmountPath) => string | undefined },
): [path: AmountPath, amount: TypedAmount][] {
  const convert = ({ path, typed, isShown }: Amount): TypedAmount => {
    if (typeof typed === 'number') {
      const minor = rescaleMinor(typed, from, to)
      if (minor === null) return isShown ? 'too-many-decimals' : null
      return minor > maxMinorOf(to) ? 'too-large' : minor
    }
    const text = isShown ? textOf(path) : ''
    return text === undefined ? typed : readTypedAmount(text, { currency: to })
  }
  return amountsOf(charge).map((amount) => [amount.path, convert(amount)])
}
