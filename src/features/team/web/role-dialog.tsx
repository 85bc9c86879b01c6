import { useState } from 'react'
import { roleLabels } from '../../../shared/roles.ts'
import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { type Member, type Team, changeMemberRole } from '../contract.ts'
import type { GivenRole } from '../rules.ts'
import { RoleChoice } from './role-choice.tsx'
import { rolesToGive } from './seats.ts'
import { useTeamChange } from './team-api.ts'

interface RoleDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  member: Member | undefined
  seats: Team['seats']
}

export function RoleDialog({ open, onOpenChange, member, seats }: RoleDialogProps) {
  const [chosen, setChosen] = useState<{ of: Member; role: GivenRole }>()
  const change = useTeamChange({
    send: ({ userId, role }: { userId: string; role: GivenRole; name: string }) =>
      call(changeMemberRole, { params: { userId }, body: { role } }),
    done: ({ name, role }) => ({
      title: 'Role Changed',
      description: `${name} now has the role ${roleLabels[role]}.`,
    }),
    failure: 'Could Not Change the Role',
    onDone: () => onOpenChange(false),
  })
  if (!member || member.role === 'owner') return null
  const { userId, name } = member
  const role = chosen?.of === member ? chosen.role : member.role
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => {
        setChosen(undefined)
        onOpenChange(next)
      }}
      dismissible={!change.isPending}
      title={`Role of ${name}`}
      description="It counts immediately, also on pages that are open."
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            busy={change.isPending}
            busyLabel="Saving..."
            onClick={() => {
              if (role === member.role) onOpenChange(false)
              else change.mutate({ userId, role, name })
            }}
          >
            Save Role
          </Button>
        </>
      }
    >
      <RoleChoice
        value={role}
        allowed={rolesToGive(seats)}
        onChange={(next) => setChosen({ of: member, role: next })}
      />
    </Dialog>
  )
}
