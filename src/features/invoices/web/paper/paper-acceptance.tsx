import { bidiIsolate } from '../../../../shared/bidi-isolate.ts'
import { formatDate } from '../../../../shared/dates.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { PaperHeading } from './paper-heading.tsx'
import { SignatureDrawing } from './signature-drawing.tsx'

/** Who accepted an estimate, with their signature if they gave one. */
export function PaperAcceptance({ invoice }: { invoice: InvoiceDocument }) {
  const accepted = invoice.estimate?.accepted
  if (!accepted) return null
  const { name, on, signature } = accepted
  return (
    <section
      className={classNames(
        'min-w-0 break-inside-avoid border-t border-border',
        invoice.style.look === 'compact' ? 'pt-2' : 'pt-3',
      )}
    >
      <PaperHeading>Accepted</PaperHeading>
      {signature && (
        <SignatureDrawing
          signature={signature}
          className="mt-2 max-w-60 border-b border-border-strong pb-1"
        />
      )}
      <p className="own-words mt-1 wrap-anywhere text-foreground">{`${bidiIsolate(name)}, ${formatDate(on)}`}</p>
    </section>
  )
}
