/** Models by other providers that a tenant can enable in the Open Model Engine. */

export interface ThirdPartyModel {
  modelId: string
  name: string
  provider: string
  peril: string
  region: string
  version: string
  /** The terms to accept before the model runs; a new version must be accepted again. */
  terms: { version: string; text: readonly string[] }
  /** The maximum number of concurrent analyses that the provider allows. */
  largestConcurrency: number
  defaultConcurrency: number
}

const terms = (version: string, provider: string, ...more: string[]): ThirdPartyModel['terms'] => ({
  version,
  text: [
    `The model is developed and maintained by ${provider}. Results are estimates, not predictions of losses.`,
    'Results can be used within your company and shown to your reinsurers and regulators.',
    `Portfolios are analyzed on the platform; ${provider} receives counts of analyses, never exposure.`,
    ...more,
  ],
})

const model = (
  modelId: string,
  name: string,
  provider: string,
  peril: string,
  region: string,
  version: string,
  agreed: ThirdPartyModel['terms'],
  largestConcurrency = 10,
): ThirdPartyModel => ({
  modelId,
  name,
  provider,
  peril,
  region,
  version,
  terms: agreed,
  largestConcurrency,
  defaultConcurrency: Math.min(2, largestConcurrency),
})

export const thirdPartyModels: readonly ThirdPartyModel[] = [
  model('aral-eu-flood', 'European River Flood', 'Aral Analytics', 'Inland flood', 'Europe', '4.2', terms('2026-01', 'Aral Analytics')),
  model('aral-eu-hail', 'European Hail', 'Aral Analytics', 'Severe convective storm', 'Europe', '2.0', terms('2026-01', 'Aral Analytics')),
  model(
    'boreas-na-winter',
    'North America Winter Storm',
    'Boreas Risk',
    'Winter storm',
    'North America',
    '3.1',
    terms('3', 'Boreas Risk', 'Results that are published name Boreas Risk as their source.'),
    6,
  ),
  model('boreas-na-wildfire', 'North America Wildfire', 'Boreas Risk', 'Wildfire', 'North America', '1.8', terms('3', 'Boreas Risk'), 6),
  model(
    'kaiho-jp-typhoon',
    'Japan Typhoon and Surge',
    'Kaiho Modelling',
    'Tropical cyclone',
    'Japan',
    '5.0',
    terms('2025-10', 'Kaiho Modelling'),
  ),
  model(
    'kaiho-jp-quake',
    'Japan Earthquake and Tsunami',
    'Kaiho Modelling',
    'Earthquake',
    'Japan',
    '5.0',
    terms('2025-10', 'Kaiho Modelling'),
  ),
  model('meridiano-la-quake', 'Andean Earthquake', 'Meridiano', 'Earthquake', 'South America', '2.4', terms('1', 'Meridiano'), 4),
  model('monsoon-in-flood', 'India Flood', 'Monsoon Labs', 'Inland flood', 'South Asia', '1.3', terms('2026-06', 'Monsoon Labs'), 4),
  model('sable-af-drought', 'Sub-Saharan Drought', 'Sable Climate', 'Drought', 'Africa', '1.1', terms('1', 'Sable Climate'), 2),
  model('tasman-au-cyclone', 'Australia Cyclone', 'Tasman Perils', 'Tropical cyclone', 'Australia', '3.7', terms('4', 'Tasman Perils'), 8),
  model('tasman-nz-quake', 'New Zealand Earthquake', 'Tasman Perils', 'Earthquake', 'New Zealand', '3.2', terms('4', 'Tasman Perils'), 8),
  model('cyra-global-outage', 'Global Cloud Outage', 'Cyra', 'Cyber', 'Worldwide', '2.6', terms('2026-03', 'Cyra'), 5),
]

const byId = new Map(thirdPartyModels.map((one) => [one.modelId, one]))
export const findThirdPartyModel = (modelId: string): ThirdPartyModel | undefined => byId.get(modelId)
