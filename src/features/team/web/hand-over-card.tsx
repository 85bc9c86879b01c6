import { useId, useRef, useState } from 'react'
import { roleNames } from '../../../shared/roles.ts'
import { call } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { type Member, type Team, offerBusiness, withdrawOffer } from '../contract.ts'
import { formerOwnerRole } from './seats.ts'
import { useTeamChange } from './team-api.ts'

/** For the owner: offers the business to a member, or takes the offer back. */
export function HandOverCard({ team }: { team: Team }) {
  const title = useRef<HTMLHeadingElement>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const former = roleNames[formerOwnerRole(team.seats)]
  const others = team.members.filter(({ role, isPaused }) => role !== 'owner' && !isPaused)
  const offered = team.members.find(({ isOffered }) => isOffered)
  // The button that was pressed is replaced by the other one.
  const focusTitle = () => title.current?.focus({ preventScroll: true })
  const offer = useTeamChange({
    send: ({ userId }: Member) => call(offerBusiness, { body: { userId } }),
    done: ({ name }) => ({
      title: 'Business Offered',
      description: `${name} becomes the owner as soon as they accept.`,
    }),
    failure: 'Could Not Offer the Business',
    onDone: focusTitle,
  })
  const withdrawal = useTeamChange({
    send: () => call(withdrawOffer),
    done: () => ({ title: 'Offer Withdrawn', description: 'You stay the owner.' }),
    failure: 'Could Not Withdraw the Offer',
    onDone: focusTitle,
  })
  if (others.length === 0) return null
  return (
    <Card aria-labelledby="hand-over">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle ref={title} tabIndex={-1} id="hand-over">
          Hand over the business
        </CardTitle>
        <CardDescription>
          {offered
            ? `You offered it to ${offered.name}. Until they accept, you are the owner. The offer lasts seven days.`
            : `Choose a member who becomes the owner once they accept. You then become ${former}.`}
        </CardDescription>
      </CardHeader>
      <CardFooter>
        {offered ? (
          <Button
            variant="secondary"
            busy={withdrawal.isPending}
            busyLabel="Withdrawing..."
            onClick={() => withdrawal.mutate()}
          >
            Withdraw the offer
          </Button>
        ) : (
          <Button
            variant="secondary"
            busy={offer.isPending}
            busyLabel="Offering..."
            onClick={() => setIsChoosing(true)}
          >
            Hand over
          </Button>
        )}
      </CardFooter>
      <HandOverDialog
        open={isChoosing}
        onOpenChange={setIsChoosing}
        others={others}
        former={former}
        onChoose={(member) => {
          // Closed first, because the owner may have to confirm who they are.
          setIsChoosing(false)
          offer.mutate(member)
        }}
      />
    </Card>
  )
}

interface HandOverDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  others: readonly Member[]
  /** What the owner is afterwards, as in "You are …". */
  former: string
  onChoose: (member: Member) => void
}

function HandOverDialog({ open, onOpenChange, others, former, onChoose }: HandOverDialogProps) {
  const formId = useId()
  const [chosen, setChosen] = useState<string>()
  const member = others.find(({ userId }) => userId === chosen) ?? others[0]
  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title="Hand over the business"
      description={`Nothing changes until they accept. Then the plan, restoring, deleting and handing over are theirs, and you are ${former}.`}
      formId={formId}
      submitLabel="Offer the Business"
    >
      <form
        id={formId}
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          if (member) onChoose(member)
        }}
      >
        <Field label="New owner" required>
          <Select value={member?.userId} onChange={(event) => setChosen(event.target.value)}>
            {others.map(({ userId, name, email }) => (
              <option key={userId} value={userId}>
                {name} ({email})
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </FormDialog>
  )
}
