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
    <section
      aria-label="Email verification"
      className="border-b border-border bg-attention-soft print:hidden"
    >
      <div className="mx-auto flex w-full max-w-page items-center gap-x-3 px-4 py-1.5 text-sm sm:px-6">
        <MailCheck aria-hidden className="size-4 shrink-0 text-attention" />
        {/* On a phone at most two lines, so that the notice takes little of the screen. */}
        <p className="min-w-0 wrap-anywhere text-foreground max-sm:line-clamp-2 max-sm:flex-1">
          Verify your email. We sent a link to <span className="max-sm:break-all">{email}.</span>
        </p>
        <div className="shrink-0 sm:flex-1">
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
