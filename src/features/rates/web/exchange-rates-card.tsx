import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import type { Session } from '../../auth/contract.ts'
import { currencyOption } from '../../business/web/currency-options.ts'
import type { CurrentRate, OwnRate, Rates } from '../contract.ts'
import { OwnRatesList } from './own-rates-list.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { originText, worthText } from './rate-text.ts'
import { ratesQuery } from './rates-api.ts'

/** What other currencies are worth, where that comes from, and the rates that the business entered. */
export function ExchangeRatesCard({ business }: { business: Session['business'] }) {
  const query = useQuery(ratesQuery(business.currency))
  const title = useRef<HTMLHeadingElement>(null)
  // Two states, so that the dialog keeps its text while it closes.
  const [isOpen, setIsOpen] = useState(false)
  const [edited, setEdited] = useState<OwnRate | null>(null)

  function edit(rate: OwnRate | null) {
    setEdited(rate)
    setIsOpen(true)
  }

  return (
    <Card aria-labelledby="exchange-rates">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1} id="exchange-rates">
          Exchange rates
        </CardTitle>
        <CardDescription>
          What other currencies are worth in {business.currency}. Money keeps the rate of its day.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {query.isLoadingError ? (
          <ErrorState query={query} className="py-4!" />
        ) : (
          <RatesContent rates={query.data} business={business} onEdit={edit} focusAfter={title} />
        )}
      </CardContent>
      <CardFooter>
        <Button variant="secondary" onClick={() => edit(null)}>
          <Plus aria-hidden />
          Add a rate
        </Button>
      </CardFooter>
      <RateDialog open={isOpen} onOpenChange={setIsOpen} rate={edited} business={business} />
    </Card>
  )
}

interface RatesContentProps {
  /** Undefined while loading. */
  rates: Rates | undefined
  business: Session['business']
  onEdit: (rate: OwnRate) => void
  focusAfter: RefObject<HTMLElement | null>
}

function RatesContent({ rates, business, onEdit, focusAfter }: RatesContentProps) {
  if (!rates || rates.current.length === 0) {
    return (
      // Takes up its space while the rates load, so that the layout does not shift.
      <p className={rates ? 'text-sm text-muted' : 'invisible text-sm'} aria-hidden={!rates}>
        You use no other currency yet. As soon as you do, its rate is shown here, and you can enter your own.
      </p>
    )
  }
  return (
    <>
      <ul className="divide-y divide-border">
        {rates.current.map((rate) => (
          <CurrentRateRow key={rate.currency} rate={rate} home={rates.currency} />
        ))}
      </ul>
      {rates.own.length > 0 && (
        <OwnRatesList own={rates.own} business={business} onEdit={onEdit} focusAfter={focusAfter} />
      )}
    </>
  )
}

function CurrentRateRow({ rate, home }: { rate: CurrentRate; home: string }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere text-foreground">{currencyOption(rate.currency).label}</p>
        <p className="text-sm text-muted">{originText(rate)}</p>
      </div>
      <p className="text-foreground tabular-nums">
        {rate.rate === null ? 'No rate yet' : worthText(rate.currency, rate.rate, home)}
      </p>
    </li>
  )
}
