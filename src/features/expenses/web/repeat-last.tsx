import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { suggestionsQuery } from './expense-api.ts'
import { useFill } from './use-fill.ts'

/** Fills the form from the expense that was entered last, and says what that is. */
export function RepeatLast() {
  const { data } = useQuery(suggestionsQuery(''))
  const fill = useFill()
  const last = data?.last
  if (!last) return null
  const { amountCents, category, notes } = last
  return (
    <Button
      variant="secondary"
      size="sm"
      className="min-w-0 shrink"
      onClick={() => fill({ amountCents, category, notes }, 'amountCents')}
    >
      <RotateCcw aria-hidden />
      <span className="shrink-0">Repeat last</span>
      <span className="own-words min-w-0 truncate font-normal text-muted">
        {[formatMoney(amountCents), category, notes].filter(Boolean).join(' · ')}
      </span>
    </Button>
  )
}
