import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { sessionsQuery } from './sessions-api.ts'

export function PasswordCard() {
  const client = useQueryClient()
  const [changing, setChanging] = useState(false)

  function change(open: boolean) {
    setChanging(open)
    // A new password ends the sessions on other devices.
    if (!open) void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }

  return (
    <Card aria-labelledby="password">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="password">Password</CardTitle>
        <CardDescription>A new password signs you out everywhere else.</CardDescription>
      </CardHeader>
      <CardFooter>
        <Button variant="secondary" onClick={() => change(true)}>
          <KeyRound aria-hidden />
          Update Password
        </Button>
      </CardFooter>
      <ChangePasswordDialog open={changing} onOpenChange={change} />
    </Card>
  )
}
