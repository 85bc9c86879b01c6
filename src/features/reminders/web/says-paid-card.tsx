import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { lengthHint } from '../../../web/forms/length-hint.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { sayPaid } from '../contract.ts'
import { saidPaidQuery } from './reminder-api.ts'

interface SaysPaidCardProps {
  id: string
  invoice: InvoiceDocument
  onSaid: () => void
}

const maxNoteLength = 500

/** Opened from a link in a reminder. Only the button submits: mail programs open links without the user. */
export function SaysPaidCard({ id, invoice, onSaid }: SaysPaidCardProps) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const length = note.trim().length
  const [isTried, setIsTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const saying = useMutation({
    mutationFn: () => call(sayPaid, { params: { id }, body: { note: note.trim() } }),
    onSuccess: () => {
      onSaid()
      void client.invalidateQueries(saidPaidQuery(id))
    },
  })
  const company = bidiIsolate(invoice.company.name)
  if (saying.isSuccess) {
    return (
      <Answer key="said" title="Thank you" focused>
        {company} has been notified, and reminders are paused.
      </Answer>
    )
  }
  if (invoice.status === 'paid') {
    return <Answer title="This invoice is already paid">There’s nothing left for you to do.</Answer>
  }
  if (invoice.status === 'cancelled') {
    return <Answer title="This invoice was canceled">There’s nothing to pay.</Answer>
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsTried(true)
    if (length > maxNoteLength) field.current?.focus()
    else if (!saying.isPending) saying.mutate()
  }
  return (
    <Card className="gap-4 p-5 sm:p-6" aria-labelledby="have-you-paid">
      <div>
        <Heading id="have-you-paid">Have you paid this invoice?</Heading>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          We’ll let {company} know so they can look for your payment. Reminders are paused in the meantime.
        </p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field
          label="Note"
          optional
          hint={lengthHint(length, maxNoteLength) ?? 'When and how you paid helps find it.'}
          error={isTried && length > maxNoteLength ? `Please use at most ${maxNoteLength} characters.` : null}
        >
          <Textarea ref={field} rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {saying.isError && (
          <Notice tone="error" title="This couldn’t be sent">
            {messageOf(saying.error, 'Please try again.')} What you wrote is still here.
          </Notice>
        )}
        <div className="flex flex-col gap-2">
          <Button type="submit" busy={saying.isPending} busyLabel="Sending...">
            Yes, I have paid
          </Button>
          <Button asChild variant="ghost">
            <Link to="/invoices/$id/view" params={{ id }} search={{}} replace>
              Not yet
            </Link>
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Answer({
  title,
  focused = false,
  children,
}: {
  title: string
  focused?: boolean
  children: ReactNode
}) {
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" />
        <div className="min-w-0">
          <Heading focused={focused}>{title}</Heading>
          <p className="mt-1 text-sm wrap-anywhere text-muted">{children}</p>
        </div>
      </div>
    </Card>
  )
}

/** A heading that takes the focus when the focused button disappears, so that screen readers read the answer. */
function Heading({ id, focused = true, children }: { id?: string; focused?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className="text-base font-semibold text-foreground outline-none">
      {children}
    </h2>
  )
}
