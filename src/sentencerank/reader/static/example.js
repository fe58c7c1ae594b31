// @ts-check
// A text of our own, for those who only want to see how it is.

export const EXAMPLE = `# A Town That Stores Its Summer

## The lake under the hill

HALVERSUND – A town of nine thousand people switched off its last gas boiler on Monday and now heats its homes with sunlight that was caught in July. The heat waits in a flooded quarry under the hill, two hundred thousand cubic metres of water at eighty degrees. Solar collectors on the roofs of the school, the ice rink and four hundred barns warm it from April to September. From October on, pumps send it through forty kilometres of buried pipes.

The idea is not new. Small stores of this kind have run for decades in Denmark and Canada. What is new is the size, and that no one in town had to be asked twice to pay for it. The store loses less than a tenth of its heat over a winter, because a large body of water has little surface for its volume. That single fact decides whether such a project pays.

## What it costs

The whole system cost sixty-one million, a third of it from the state. A household pays about as much as it did for gas before prices rose, and half of what it paid last winter. The council borrowed the rest over thirty years at a fixed rate. If gas becomes cheap again, the town will still have to repay the loan.

Critics point to that risk. They also note that the quarry was free, and that a town without a hole in the ground would have had to dig one. Digging would have doubled the price. The engineers agree, and say that one town in six in the region has a quarry, a mine or a gravel pit of the right size.

## What went wrong

In the first winter a valve froze and two streets stayed cold for a night. A lining of the quarry tore in spring, and the level of the water fell by a hand before divers found the place. Neither would have been more than a nuisance, says the operator, if the town had kept its old boiler for one more year. It had not, and electric heaters were lent out from the fire station.

## What comes next

Three neighbouring towns have asked for the drawings. The university measures the temperature of the ground water, which must not rise by more than two degrees. So far it has risen by a half. In summer the collectors now make more heat than the store can take, and the swimming hall opens its doors at night. Children have named the pump house the Kettle.
`;
