import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import { createFlagEvaluation } from './evaluation.ts'
import { bindFlagRoutes } from './routes.ts'
import { type FlagService, createFlagService } from './service.ts'

export interface FlagsArea extends Area {
  flags: FlagService
}

/** Feature flags. */
export function createFlagsArea({ db, log, changes, config, isGranted }: Shared): FlagsArea {
  const flags = createFlagService({ db, log, changes, remote: config.flagService, keepMs: config.accessTokenSeconds * 1_000 })
  const evaluation = createFlagEvaluation({ db, flags, isGranted })
  return { name: 'flags', flags, bind: (bind) => bindFlagRoutes(bind, evaluation), close: () => flags.close() }
}
