import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { type ResetLink, readResetFragment } from '../rules.ts'
import { AuthCard } from './auth-card.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useFragment } from './use-fragment.ts'

export function ResetPasswordPage() {
  const fragment = useFragment()
  const [link, setLink] = useState<ResetLink>(() => readResetFragment(fragment))

  useEffect(() => {
    if (!link.ok) showToast({ title: link.title, description: link.message, tone: 'error' })
  }, [link])

  return (
    <AuthCard
      title="Set New Password"
      description={link.ok ? 'Choose a new password for your account.' : 'This link cannot be used.'}
    >
      {link.ok ? (
        <ResetPasswordForm
          token={link.token}
          onBadLink={(message) => setLink({ ok: false, title: 'Reset Link Error', message })}
        />
      ) : (
        <>
          <Notice tone="error" role="note" title={link.title}>
            {link.message}
          </Notice>
          <Button asChild>
            <Link to="/forgot-password">Request New Reset Link</Link>
          </Button>
        </>
      )}
    </AuthCard>
  )
}
