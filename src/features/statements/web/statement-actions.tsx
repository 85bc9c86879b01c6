import { Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { May } from '../../auth/web/may.tsx'
import { useSendEmail } from '../../invoices/web/actions/use-send-email.ts'
import { type StatementDocument, emailStatement } from '../contract.ts'
import { periodText } from '../rules.ts'
import { type StatementChoice, statementPdfUrl } from './statement-api.ts'

interface StatementActionsProps {
  client: { id: string; email: string }
  choice: StatementChoice
  statement: StatementDocument
}

/** Download and email. Before it is sent, the address and what is attached are shown. */
export function StatementActions({ client: { id, email }, choice, statement }: StatementActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const send = () => call(emailStatement, { params: { id }, body: choice })
  const mailing = useSendEmail('statement', send, {
    waiting: 'Email Waiting',
    sent: 'Email Sent',
    failed: 'Email Error',
    fallback: 'The statement was not sent. Please try again.',
  })
  return (
    <>
      <Button asChild>
        <a href={statementPdfUrl(id, choice)} download>
          <Download aria-hidden />
          Download PDF
        </a>
      </Button>
      <May permission="sales.write">
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          <Mail aria-hidden />
          Email Statement
        </Button>
      </May>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Email this statement?"
        description={
          <>
            It goes to <span className="own-words font-medium text-foreground">{email}</span>. The statement
            of {periodText(statement)} is attached as a PDF.
          </>
        }
        confirmLabel="Send email"
        busy={mailing.isPending}
        busyLabel="Sending..."
        onConfirm={() => mailing.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
