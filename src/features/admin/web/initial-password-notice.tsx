import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { ChangePasswordDialog } from '../../auth/web/change-password-dialog.tsx'

/** Shows the forced password dialog, which closes only once the password has been changed. */
export function InitialPasswordNotice() {
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
        Change it before you go on.
      </Notice>
      <ChangePasswordDialog forced open={open} onOpenChange={setOpen} />
    </>
  )
}
