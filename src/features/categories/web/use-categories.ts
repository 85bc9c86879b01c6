import { useQuery } from '@tanstack/react-query'
import type { Category } from '../contract.ts'
import { type CategoryKind, defaultCategories } from '../rules.ts'
import { categoryListQuery } from './category-api.ts'
import { type CategoryColours, coloursOf, standardCategories } from './category-options.ts'

/** What most businesses have, shown until the list is known: nothing waits for it, and for them nothing changes. */
const standard = {
  expense: standardCategories(defaultCategories.expense),
  transaction: standardCategories(defaultCategories.transaction.toSorted()),
}

export function useCategories(kind: CategoryKind): readonly Category[] {
  return useQuery(categoryListQuery(kind)).data?.categories ?? standard[kind]
}

const noColours: CategoryColours = {}

export function useCategoryColours(kind: CategoryKind): CategoryColours {
  return useQuery({ ...categoryListQuery(kind), select: coloursOf }).data ?? noColours
}
