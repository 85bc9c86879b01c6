import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import { useFocusIfLost } from '../../../../web/use-focus-if-lost.ts'
import { May } from '../../../auth/web/may.tsx'
import { useMay } from '../../../auth/web/session.ts'
import type { Invoice } from '../../contract.ts'
import type { InvoiceLateFees } from '../../late-fees/contract.ts'
import { lateFeeSentence } from '../../late-fees/late-fee-rules.ts'
import { invoiceLateFeesQuery } from './late-fee-api.ts'
import { type AskedLateFee, LateFeeDialog } from './late-fee-dialog.tsx'
import { lateFeeHint, nextLateFeeText, settledLateFeeText } from './late-fee-text.ts'

/** The late fees of an invoice and the next one, which the owner can skip or remove. Nothing without late fees. */
export function LateFeesPanel({ invoice }: { invoice: Invoice }) {
  const { lateFeeTerms, parts } = invoice
  const hasLateFees = lateFeeTerms !== null || invoice.lateFees.length > 0
  const fees = useQuery({ ...invoiceLateFeesQuery(invoice.id), enabled: hasLateFees })
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<AskedLateFee>()
  const [isAsking, setIsAsking] = useState(false)
  useFocusIfLost(heading)
  if (!hasLateFees) return null
  function ask(question: AskedLateFee) {
    setAsked(question)
    setIsAsking(true)
  }
  return (
    <Card aria-label="Late fees">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="outline-none">
          Late fees
        </CardTitle>
        {lateFeeTerms && (
          <CardDescription>
            {lateFeeSentence(lateFeeTerms, invoice, { hasParts: parts.length > 0 })}
          </CardDescription>
        )}
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {fees.data ? (
          <FeeList invoice={invoice} lateFees={fees.data} onAsk={ask} />
        ) : (
          <PanelFallback
            query={fees}
            title="The late fees could not be loaded"
            text={null}
            sizes={['h-10 w-full']}
          />
        )}
      </CardContent>
      {asked && (
        <LateFeeDialog
          asked={asked}
          invoice={invoice}
          open={isAsking}
          onOpenChange={setIsAsking}
          fallbackFocus={heading}
        />
      )}
    </Card>
  )
}

interface FeeListProps {
  invoice: Invoice
  lateFees: InvoiceLateFees
  onAsk: (asked: AskedLateFee) => void
}

function FeeList({ invoice, lateFees, onAsk }: FeeListProps) {
  const mayWrite = useMay('sales.write')
  const { next, fees } = lateFees
  return (
    <>
      {next ? (
        <Row {...nextLateFeeText(next, invoice)}>
          <May permission="sales.write">
            <Button variant="secondary" size="sm" onClick={() => onAsk({ kind: 'skip', fee: next })}>
              Skip the next late fee
            </Button>
          </May>
        </Row>
      ) : (
        <p className="text-sm text-muted">{lateFeeHint(lateFees)}</p>
      )}
      <ul aria-label="Late fees until now" className="flex flex-col gap-4 empty:hidden">
        {fees.map((fee) => {
          const { state, ...texts } = settledLateFeeText(fee, invoice)
          return (
            <li key={fee.id} className="border-t border-border pt-4">
              <Row {...texts}>
                {state !== '' && <span className="text-sm text-muted">{state}</span>}
                {mayWrite && fee.state === 'added' && fee.problem === null && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Remove the late fee of ${texts.title}`}
                    onClick={() => onAsk({ kind: 'remove', fee })}
                  >
                    Remove
                  </Button>
                )}
              </Row>
              {fee.problem !== null && <p className="mt-1 text-sm text-muted">{fee.problem}</p>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Row({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="font-medium text-foreground tabular-nums">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
