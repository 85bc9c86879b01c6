import type { EstimateListItem } from '../../contract.ts'
import { CopyLinkButton, EmailEstimateButton } from '../actions/estimate-buttons.tsx'
import { EstimateMenu } from '../actions/estimate-menu.tsx'

interface EstimateRowActionsProps {
  estimate: EstimateListItem
  describedBy: string
}

export function EstimateRowActions({ estimate, describedBy }: EstimateRowActionsProps) {
  const { id, publicUrl, status } = estimate
  // On a phone and in a card, the two buttons share the width of their line.
  const look = {
    variant: 'ghost',
    describedBy,
    className: 'whitespace-nowrap as-cards:flex-auto as-cards:px-2',
  } as const
  return (
    <>
      <CopyLinkButton {...look} publicUrl={publicUrl} />
      {status === 'open' && <EmailEstimateButton {...look} estimateId={id} />}
      <EstimateMenu estimate={estimate} />
    </>
  )
}
