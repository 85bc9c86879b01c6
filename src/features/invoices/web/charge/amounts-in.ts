import type { Currency } from '../../../../shared/currencies.ts'
import { type TypedAmount, typedAmountIn } from '../../../../web/forms/typed-amount.ts'
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

/** Returns what the amounts of a form become in another currency. `textOf` returns what the field of a path shows. */
export function amountsIn(
  charge: ChargeValues,
  { from, to, textOf }: { from: Currency; to: Currency; textOf: (path: AmountPath) => string | undefined },
): [path: AmountPath, amount: TypedAmount][] {
  const convert = ({ path, typed, isShown }: Amount): TypedAmount => {
    const text = isShown ? textOf(path) : ''
    if (text === undefined && typeof typed !== 'number') return typed
    const amount = typedAmountIn(typed, { from, to, text: text ?? '' })
    return amount === 'too-many-decimals' && !isShown ? null : amount
  }
  return amountsOf(charge).map((amount) => [amount.path, convert(amount)])
}
