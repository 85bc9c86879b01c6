import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Ellipsis, RotateCw, Trash2, Unplug } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { type BankAccount, type BankConnection, expireDemoBank } from '../contract.ts'
import { refreshBanking } from './banking-api.ts'
import { EndBankDialog } from './end-bank-dialog.tsx'
import { showConnectionFailed } from './use-connect.ts'

interface AccountActionsProps {
  account: BankAccount
  connection: BankConnection
  onReconnect: (connection: BankConnection) => void
}

export function AccountActions({ account, connection, onReconnect }: AccountActionsProps) {
  const client = useQueryClient()
  // Null until the dialog is first opened, so that the table does not render a dialog for each row.
  const [action, setAction] = useState<'disconnect' | 'remove' | null>(null)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const name = `${connection.institutionName} ${account.name}`

  function openDialog(chosen: 'disconnect' | 'remove') {
    setAction(chosen)
    setIsDialogOpen(true)
  }

  async function expire() {
    try {
      await call(expireDemoBank, { params: { id: connection.id } })
      showToast({
        title: 'The demo bank wants a new sign-in',
        description: 'This is what it looks like when a real bank does. Reconnect mends it.',
      })
      await refreshBanking(client)
    } catch (error) {
      showConnectionFailed(error)
    }
  }

  return (
    <div className="flex w-full items-center gap-1 as-table:justify-end">
      <Button asChild variant="ghost" size="sm" className="as-cards:flex-1">
        <Link to="/transactions" search={{ account: account.id }} aria-label={`View Transactions of ${name}`}>
          View Transactions
        </Link>
      </Button>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More actions for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {connection.state !== 'connected' && (
          <MenuItem icon={RotateCw} onSelect={() => onReconnect(connection)}>
            Reconnect
          </MenuItem>
        )}
        {connection.isDemo && connection.state === 'connected' && (
          <MenuItem icon={CircleAlert} onSelect={() => void expire()}>
            Demo: let the sign-in expire
          </MenuItem>
        )}
        {connection.state !== 'disconnected' && (
          <MenuItem icon={Unplug} onSelect={() => openDialog('disconnect')}>
            Disconnect...
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => openDialog('remove')}>
          Remove...
        </MenuItem>
      </Menu>
      {action && (
        <EndBankDialog
          connection={connection}
          action={action}
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
        />
      )}
    </div>
  )
}
