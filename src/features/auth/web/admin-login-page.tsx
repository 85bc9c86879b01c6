import { Link, Navigate } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { CheckingPermissions } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { AuthCard } from './auth-card.tsx'
import { useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

export function AdminLoginPage() {
  const state = useSession()
  if (state.status === 'loading' || state.status === 'leaving') {
    return <CheckingPermissions />
  }
  if (state.status === 'signed-in') {
    const { role, mustChangePassword } = state.session.user
    if (role === 'admin' || mustChangePassword) return <Navigate to="/admin" replace />
    return (
      <Page>
        <EmptyState
          icon={ShieldX}
          level={1}
          title="Access Denied"
          text="You don't have permission to access the admin panel."
          action={
            <Button asChild>
              <Link to="/dashboard">Go to Dashboard</Link>
            </Button>
          }
        />
      </Page>
    )
  }
  return (
    <AuthCard title="Admin Login" description="Enter your admin credentials to access the admin panel.">
      <SignInForm />
    </AuthCard>
  )
}
