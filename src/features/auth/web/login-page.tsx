import { Link, useHydrated, useSearch } from '@tanstack/react-router'
import { Notice } from '../../../web/ui/notice.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { googleRefusal, suspendedCode } from '../rules.ts'
import { AuthCard } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useReturnPath } from './use-return-path.ts'

export function LoginPage() {
  const search = useReturnPath()
  return (
    <AuthCard
      title="Sign In"
      description="Enter your email and password to continue."
      footer={
        <>
          Don't have an account?{' '}
          <Link to="/signup" search={search} className={textLink}>
            Sign up
          </Link>
        </>
      }
    >
      <GoogleRefusal />
      <SignInForm
        passwordAction={
          <Link to="/forgot-password" className={textLink}>
            Forgot password?
          </Link>
        }
      />
      <div className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </div>
      <GoogleButton returnTo={search.redirect} />
    </AuthCard>
  )
}

function GoogleRefusal() {
  const { error } = useSearch({ strict: false })
  // The pre-rendered page has no query string.
  if (!useHydrated() || error === undefined) return null
  return (
    <Notice tone="error">
      {googleRefusal(error)}{' '}
      {error === suspendedCode && (
        <Link to="/contact" className={`${textLink} touch:py-3.5`}>
          Contact
        </Link>
      )}
    </Notice>
  )
}
