import { type ComponentProps, useCallback, useRef } from 'react'
import type { Currency } from '../../../shared/currencies.ts'
import { formatMoney } from '../../../shared/money.ts'
import { call } from '../../../web/api-client.ts'
import { SuggestInput } from '../../../web/ui/fields/suggest-input.tsx'
import { type Item, listItems } from '../contract.ts'
import { maxItemLength } from '../rules.ts'

interface ItemInputProps extends Omit<
  ComponentProps<typeof SuggestInput>,
  'listLabel' | 'find' | 'onSuggestion'
> {
  currency: Currency
  onChoose: (item: Item) => void
}

/** A description that saved items can fill in. */
export function ItemInput({ currency, onChoose, ...input }: ItemInputProps) {
  const found = useRef(new Map<string, Item>())
  const find = useCallback(
    async (text: string) => {
      const search = text.slice(0, maxItemLength)
      const { items } = await call(listItems, { query: { search, currency } })
      found.current = new Map(items.map((item) => [item.id, item]))
      return items.map(({ id, description, rateMinor, currency: own }) => ({
        value: id,
        label: description,
        description: formatMoney(rateMinor, { currency: own }),
      }))
    },
    [currency],
  )
  return (
    <SuggestInput
      {...input}
      listLabel="Saved items"
      find={find}
      onSuggestion={(id) => {
        const item = found.current.get(id)
        if (item) onChoose(item)
      }}
    />
  )
}
