import { MailCheck, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { ResendVerificationButton } from './resend-verification-button.tsx'

export function VerificationNotice({ email }: { email: string }) {
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null

  function dismiss() {
    setDismissed(true)
    // The button that had the focus disappears with the notice.
    document.querySelector('main')?.focus({ preventScroll: true })
  }

  return (
    <section aria-label="Email verification" className="border-b border-border bg-attention-soft">
      <div className="mx-auto flex w-full max-w-page items-start gap-x-3 px-4 py-1.5 text-sm sm:items-center sm:px-6">
        <MailCheck aria-hidden className="mt-3.5 size-4 shrink-0 text-attention sm:mt-0" />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-x-3 sm:flex-row sm:flex-wrap sm:items-center">
          <p className="max-w-full min-w-0 pt-3 break-words text-foreground sm:py-1">
            Please verify {email}. Open the link in the email we sent.
          </p>
          <ResendVerificationButton variant="link" email={email}>
            Send again
          </ResendVerificationButton>
        </div>
        <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={dismiss}>
          <X aria-hidden />
        </Button>
      </div>
    </section>
  )
}
