import { productName } from '../../../shared/product.ts'
import { ExportButton } from './export-button.tsx'

interface DeletionFactsProps {
  business: { name: string; timeZone: string }
}

/** Explains what is deleted, what others keep, and how to export a copy first. */
export function DeletionFacts({ business }: DeletionFactsProps) {
  return (
    <div className="flex flex-col gap-4 text-sm text-foreground">
      <div>
        <h3 className="font-semibold">What is deleted</h3>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          <li>Your sign-in, your clients, invoices, payments, mails, pictures and settings.</li>
          <li>Links to your invoices stop working, and pages on which they can be paid are closed.</li>
          <li>A paid plan ends that day, and nothing more is charged for it.</li>
        </ul>
      </div>
      <div>
        <h3 className="font-semibold">What is kept elsewhere</h3>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          <li>Mails that your clients received stay with them.</li>
          <li>
            Payment providers keep their own records of payments, and of what you paid for {productName}, for
            as long as the law asks of them.
          </li>
        </ul>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border p-3">
        <p className="min-w-40 flex-1">Take a copy with you first.</p>
        <ExportButton business={business} />
      </div>
    </div>
  )
}
