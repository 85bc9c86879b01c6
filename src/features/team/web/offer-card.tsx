import { useMutation, useQueryClient } from '@tanstack/react-query'
import { roleNames } from '../../../shared/roles.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import { refreshSession, rememberSession } from '../../auth/web/session.ts'
import { type Team, answerOffer } from '../contract.ts'
import { formerOwnerRole } from './seats.ts'

interface OfferCardProps {
  business: Session['business']
  /** Undefined while the team loads. */
  seats: Team['seats'] | undefined
}

/** For the member to whom the owner offered the business. */
export function OfferCard({ business, seats }: OfferCardProps) {
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: (accept: boolean) => call(answerOffer, { body: { accept } }),
    onSuccess: (session, accept) => {
      rememberSession(client, session)
      if (accept) showSuccess('You’re the Owner', `${business.name} is yours now.`)
      else showSuccess('Offer Declined', 'Everything stays as it is.')
      // The button that was pressed has been removed.
      document.querySelector('main')?.focus({ preventScroll: true })
    },
    onError: (error) => {
      showError('Could Not Answer', messageOf(error, 'Please try again.'))
      // The offer may be over.
      void refreshSession(client)
    },
  })
  const { isPending, variables } = answer
  return (
    <Card aria-labelledby="offer">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="offer">You were offered {business.name}</CardTitle>
        <CardDescription>
          If you accept, you become its owner: the plan, restoring an archive, deleting and handing over are
          yours then, and the owner before is {roleNames[formerOwnerRole(seats)]}. If you decline, everything
          stays as it is.
        </CardDescription>
      </CardHeader>
      <CardFooter>
        <Button
          busy={isPending && variables}
          busyLabel="Accepting..."
          disabled={isPending && !variables}
          onClick={() => answer.mutate(true)}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          busy={isPending && !variables}
          busyLabel="Declining..."
          disabled={isPending && variables}
          onClick={() => answer.mutate(false)}
        >
          Decline
        </Button>
      </CardFooter>
    </Card>
  )
}
