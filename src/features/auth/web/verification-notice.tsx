import { MailCheck, X } from 'lucide-react'
import { useState } from 'react'

import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { resendVerification } from '../contract.ts'

export function VerificationNotice({ email }: { email: string }) {
  const [dismissed, setDismissed] = useState(false)
  const [busy, setBusy] = useState(false)
  if (dismissed) return null

  async function sendAgain() {
    setBusy(true)
    try {
      await call(resendVerification)
      showToast({
        title: 'Email Sent',
        description: `A new link is on its way to ${email}.`,
        tone: 'success',
      })
    } catch (error) {
      showToast({
        title: 'Email Error',
        description: messageOf(error, 'The mail could not be sent. Please try again.'),
        tone: 'error',
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-label="Email verification" className="border-b border-border bg-attention-soft">
      <div className="mx-auto flex w-full max-w-page items-center gap-x-3 px-4 py-1.5 text-sm sm:px-6">
        <MailCheck aria-hidden className="size-4 shrink-0 text-attention" />
        <p className="min-w-0 flex-1 py-1 break-words text-foreground">
          Please verify {email}: open the link in the mail we sent.{' '}
          <Button variant="link" busy={busy} busyLabel="Sending..." onClick={() => void sendAgain()}>
            Send again
          </Button>
        </p>
        <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={() => setDismissed(true)}>
          <X aria-hidden />
        </Button>
      </div>
    </section>
  )
}
