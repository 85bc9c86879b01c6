import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import { rememberSession } from '../../auth/web/session.ts'
import { leaveBusiness } from '../contract.ts'

/** For everyone but the owner. The layout then leads to another business of theirs. */
export function LeaveCard({ business }: { business: Session['business'] }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const leaving = useMutation({
    mutationFn: () => call(leaveBusiness),
    onSuccess: (session) => rememberSession(client, session),
    onError: (error) => {
      setIsAsking(false)
      showError('Could Not Leave', messageOf(error, 'Please try again.'))
    },
  })
  return (
    <Card aria-labelledby="leave">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="leave">Leave this business</CardTitle>
        <CardDescription>
          Your access to {business.name} ends immediately. What you made stays there. To come back, you need a
          new invitation.
        </CardDescription>
      </CardHeader>
      <CardFooter>
        <Button variant="secondary" className="text-negative!" onClick={() => setIsAsking(true)}>
          <LogOut aria-hidden />
          Leave
        </Button>
      </CardFooter>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Leave ${business.name}?`}
        description="Your access ends immediately. What you made stays."
        confirmLabel="Leave"
        tone="danger"
        busy={leaving.isPending}
        busyLabel="Leaving..."
        onConfirm={() => leaving.mutate()}
      />
    </Card>
  )
}
