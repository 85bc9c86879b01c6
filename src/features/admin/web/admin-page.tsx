import { Sprout } from 'lucide-react'
import { useState } from 'react'

import { Page } from '../../../web/layout/page.tsx'
import { useSession } from '../../../web/session.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ChangePasswordDialog } from '../../auth/web/change-password-dialog.tsx'

export function AdminPage() {
  const state = useSession()
  const mustChange = state.status === 'signed-in' && state.session.user.mustChangePassword
  return (
    <Page>
      <PageHeader
        title="Admin Dashboard"
        description="Manage users, subscriptions, and platform analytics."
      />
      {mustChange && <InitialPasswordNotice />}
      <Card>
        <EmptyState
          icon={Sprout}
          level={2}
          title="The admin tools are not here yet; they come with a later release."
        />
      </Card>
    </Page>
  )
}

/** The forced dialog opens by itself and closes only when the password has been changed. */
function InitialPasswordNotice() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Notice
        tone="attention"
        title="This account still has its initial password"
        actions={
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            Change password
          </Button>
        }
      >
        Change it before you go on.
      </Notice>
      <ChangePasswordDialog forced open={open} onOpenChange={setOpen} />
    </>
  )
}
