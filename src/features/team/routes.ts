import type { Api } from '../../platform/http/api.ts'
import { callerOf, sourceOf } from '../auth/activity.ts'
import { addBusiness } from './add-business.ts'
import { answerOffer } from './answer-offer.ts'
import * as contract from './contract.ts'
import { renewInvitation, withdrawInvitation } from './invitation-changes.ts'
import { inviteMember } from './invite-member.ts'
import { joinBusiness } from './join-business.ts'
import { joinWithNewAccount } from './join-with-new-account.ts'
import { changeMemberRole, leaveBusiness, removeMember } from './member-changes.ts'
import { offerBusiness, withdrawOffer } from './offer-business.ts'
import { readInvitation } from './read-invitation.ts'
import { readTeam } from './read-team.ts'
import { renamePerson } from './rename-person.ts'
import { switchBusiness } from './switch-business.ts'
import type { TeamDeps } from './team-deps.ts'

export function registerTeamRoutes(api: Api, deps: TeamDeps): void {
  api.register(contract.getTeam, ({ identity }) => readTeam(deps, identity))
  api.register(contract.inviteMember, async (call) => {
    await inviteMember(deps, callerOf(call), call.body)
    return readTeam(deps, call.identity)
  })
  api.register(contract.renewInvitation, async (call) => {
    await renewInvitation(deps, callerOf(call), call.params.id)
    return readTeam(deps, call.identity)
  })
  api.register(contract.withdrawInvitation, async (call) => {
    await withdrawInvitation(deps, callerOf(call), call.params.id)
    return readTeam(deps, call.identity)
  })
  api.register(contract.changeMemberRole, async (call) => {
    await changeMemberRole(deps, callerOf(call), { ...call.params, ...call.body })
    return readTeam(deps, call.identity)
  })
  api.register(contract.removeMember, async (call) => {
    await removeMember(deps, callerOf(call), call.params.userId)
    return readTeam(deps, call.identity)
  })
  api.register(contract.leaveBusiness, (call) => leaveBusiness(deps, call.context, callerOf(call)))

  api.register(contract.offerBusiness, async (call) => {
    await offerBusiness(deps, callerOf(call), call.body.userId)
    return readTeam(deps, call.identity)
  })
  api.register(contract.withdrawOffer, async (call) => {
    await withdrawOffer(deps, callerOf(call))
    return readTeam(deps, call.identity)
  })
  api.register(contract.answerOffer, (call) =>
    answerOffer(deps, call.context, callerOf(call), call.body.accept),
  )

  api.register(contract.readInvitation, ({ body, ip }) => readInvitation(deps, body.token, ip))
  api.register(contract.joinBusiness, (call) =>
    joinBusiness(deps, call.context, callerOf(call), call.body.token),
  )
  api.register(contract.joinWithNewAccount, (call) =>
    joinWithNewAccount(deps, call.context, call.body, sourceOf(call)),
  )

  api.register(contract.switchBusiness, ({ identity, context, body }) =>
    switchBusiness(deps, context, identity, body.businessId),
  )
  api.register(contract.addBusiness, ({ identity, context, body }) =>
    addBusiness(deps, context, identity, body),
  )
  api.register(contract.renamePerson, ({ identity, context, body }) =>
    renamePerson(deps, context, identity, body.name),
  )
}
