import type { ReactNode } from 'react'
import type { Permission } from '../../../shared/roles.ts'
import { useMay } from './session.ts'

interface MayProps {
  permission: Permission
  children: ReactNode
}

/** What only some roles can use. For the others it is left out. */
export function May({ permission, children }: MayProps) {
  return useMay(permission) && children
}
