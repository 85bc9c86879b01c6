import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { EmailManagement } from '../../admin-mail/web/email-management.tsx'
import type { Session } from '../../auth/contract.ts'
import { ChangePasswordDialog } from '../../auth/web/change-password-dialog.tsx'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import { AdminLinks } from './admin-links.tsx'
import { PlatformStatCards } from './platform-stat-cards.tsx'
import { UserManagement } from './user-management.tsx'

export function AdminPage() {
  return (
    <SignedIn>
      {(session) => (
        <Page>
          <PageHeader
            above={!session.user.mustChangePassword && <AdminLinks />}
            title="Admin Dashboard"
            description="Manage users, subscriptions, and platform analytics."
          />
          {/* Until the password is changed, the server refuses every other request. */}
          {session.user.mustChangePassword ? <InitialPasswordNotice /> : <AdminTools session={session} />}
        </Page>
      )}
    </SignedIn>
  )
}

function AdminTools({ session }: { session: Session }) {
  const { tab } = useSearch({ from: '/admin' })
  const navigate = useNavigate({ from: '/admin' })
  return (
    <>
      <PlatformStatCards timeZone={session.business.timeZone} />
      <Tabs
        value={tab ?? 'users'}
        onValueChange={(chosen) =>
          void navigate({ search: chosen === 'email' ? { tab: chosen } : {}, resetScroll: false })
        }
      >
        <TabList label="Users and email">
          <Tab value="users">User Management</Tab>
          <Tab value="email">Email Management</Tab>
        </TabList>
        <TabPanel value="users">
          <UserManagement session={session} />
        </TabPanel>
        <TabPanel value="email">
          <EmailManagement />
        </TabPanel>
      </Tabs>
    </>
  )
}

/** Shows the forced password dialog, which closes only once the password has been changed. */
function InitialPasswordNotice() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Notice
        tone="attention"
        title="Security notice: this account still has its initial password"
        actions={
          <Button variant="link" onClick={() => setOpen(true)}>
            Change password
          </Button>
        }
      >
        Change it before you continue.
      </Notice>
      <ChangePasswordDialog forced open={open} onOpenChange={setOpen} />
    </>
  )
}
