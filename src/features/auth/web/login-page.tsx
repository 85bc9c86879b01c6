import { Link } from '@tanstack/react-router'
import { textLink } from '../../../web/ui/text-link.ts'
import { AuthCard } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'
import { GoogleRefusal } from './google-refusal.tsx'
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
