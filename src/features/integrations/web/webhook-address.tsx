import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { showSuccess } from '../../../web/outcome-toasts.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { showToast } from '../../../web/ui/toast.ts'

const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
]

/** Shows the address and the events to enter in Stripe's dashboard. */
export function WebhookAddress({ url }: { url: string }) {
  const input = useRef<HTMLInputElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      showSuccess('Webhook address copied')
    } catch {
      // Browsers offer a clipboard only on HTTPS and localhost, and may refuse access even there.
      input.current?.select()
      showToast({ title: 'Your browser does not let us copy it', description: 'Copy the address yourself.' })
    }
  }

  return (
    <div className="flex flex-col gap-3 border-t border-border pt-5">
      <div>
        <h3 className="text-sm font-semibold text-foreground">Let Stripe report payments by itself</h3>
        <p className="mt-1 text-sm text-muted">
          You can leave this out. A payment is then noticed when the client comes back from Stripe’s page.
        </p>
      </div>
      <Field
        label="Webhook Address"
        hint="Add it in Stripe under Developers, Webhooks, and choose these events:"
      >
        <div className="flex gap-2">
          <Input
            ref={input}
            readOnly
            value={url}
            className="min-w-0 flex-1"
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="secondary" aria-label="Copy Webhook Address" onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
      </Field>
      <ul
        aria-label="Events to choose"
        className="flex flex-wrap gap-x-3 gap-y-1 rounded-md bg-surface-sunken px-3 py-2 font-mono text-xs text-foreground"
      >
        {events.map((event) => (
          <li key={event} className="wrap-anywhere">
            {event}
          </li>
        ))}
      </ul>
    </div>
  )
}
