import MiniSearch from 'minisearch'
import serialized from 'virtual:help-index'
import { type FoundPassage, findPassages, indexOptions } from './help-search.ts'

// Whoever imports this loads the index of all texts: only a search does.
const index = MiniSearch.loadJSON(serialized, indexOptions)

export function findHelp(typed: string): FoundPassage[] {
  return findPassages(index, typed)
}
