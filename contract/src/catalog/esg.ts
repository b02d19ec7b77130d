/** The pillars and factors of an ESG score, the platform's default weights, and sample portfolios to try weights on. */

export interface EsgFactor {
  factorId: string
  /** In English; other languages are in `texts/`. */
  name: string
  description: string
  /** In tenths of a percent. */
  defaultWeight: number
}

export interface EsgPillar {
  pillarId: 'environmental' | 'social' | 'governance'
  name: string
  defaultWeight: number
  factors: readonly EsgFactor[]
}

const factor = (factorId: string, name: string, description: string, defaultWeight: number): EsgFactor => ({
  factorId,
  name,
  description,
  defaultWeight,
})

export const esgPillars: readonly EsgPillar[] = [
  {
    pillarId: 'environmental',
    name: 'Environmental',
    defaultWeight: 450,
    factors: [
      factor('carbon-intensity', 'Carbon intensity', 'Emissions of greenhouse gases for each unit of revenue', 300),
      factor('physical-risk', 'Physical climate risk', 'Exposure of sites to flood, wind, heat and fire', 300),
      factor('water-stress', 'Water stress', 'Use of water where it is scarce', 150),
      factor('biodiversity', 'Biodiversity', 'Operations in or near protected areas', 100),
      factor('waste', 'Waste and pollution', 'Hazardous waste, spills and fines', 150),
    ],
  },
  {
    pillarId: 'social',
    name: 'Social',
    defaultWeight: 300,
    factors: [
      factor('labour-standards', 'Labor standards', 'Safety at work and fair employment', 350),
      factor('supply-chain', 'Supply chain', 'Standards for suppliers', 250),
      factor('community', 'Community', 'Relations with those who live near operations', 200),
      factor('product-safety', 'Product safety', 'Recalls, claims and liability', 200),
    ],
  },
  {
    pillarId: 'governance',
    name: 'Governance',
    defaultWeight: 250,
    factors: [
      factor('board', 'Board independence', 'Who sits on the board and who oversees it', 300),
      factor('ethics', 'Business ethics', 'Corruption, competition and sanctions cases', 350),
      factor('transparency', 'Transparency', 'Completeness and assurance of what is reported', 200),
      factor('remuneration', 'Remuneration', 'Pay that follows long-term results', 150),
    ],
  },
]

export interface EsgHolding {
  name: string
  /** Share of the portfolio in tenths of a percent. */
  share: number
  /** Score for each factor from 0 (worst) to 100. */
  scores: Readonly<Record<string, number>>
}

export interface EsgPortfolio {
  portfolioId: string
  name: string
  holdings: readonly EsgHolding[]
}

const order = esgPillars.flatMap((pillar) => pillar.factors.map((one) => one.factorId))
const holding = (name: string, share: number, ...scores: number[]): EsgHolding => ({
  name,
  share,
  scores: Object.fromEntries(order.map((factorId, index) => [factorId, scores[index] ?? 0])),
})

/** Made-up portfolios with different strengths, so that a change of weights shows an effect. */
export const esgPortfolios: readonly EsgPortfolio[] = [
  {
    portfolioId: 'coastal-property',
    name: 'Coastal property',
    holdings: [
      holding('Hotels and resorts', 420, 62, 18, 40, 44, 66, 71, 58, 63, 80, 74, 77, 69, 60),
      holding('Ports and terminals', 310, 38, 24, 61, 35, 42, 64, 55, 49, 73, 70, 61, 66, 58),
      holding('Homes', 270, 71, 29, 57, 68, 79, 80, 72, 76, 88, 81, 86, 75, 70),
    ],
  },
  {
    portfolioId: 'energy-transition',
    name: 'Energy transition',
    holdings: [
      holding('Offshore wind', 380, 91, 48, 84, 52, 78, 76, 61, 68, 82, 79, 83, 81, 66),
      holding('Gas networks', 340, 22, 57, 63, 48, 39, 72, 60, 52, 69, 75, 58, 64, 61),
      holding('Battery makers', 280, 64, 66, 31, 45, 37, 49, 28, 44, 63, 62, 55, 52, 48),
    ],
  },
  {
    portfolioId: 'food-and-agriculture',
    name: 'Food and agriculture',
    holdings: [
      holding('Grain and oilseed', 450, 47, 41, 26, 33, 51, 53, 42, 57, 71, 66, 62, 58, 55),
      holding('Dairy', 300, 34, 55, 44, 47, 40, 63, 59, 66, 78, 72, 74, 67, 63),
      holding('Packaged food', 250, 68, 70, 59, 61, 57, 67, 48, 62, 64, 83, 70, 78, 72),
    ],
  },
]
