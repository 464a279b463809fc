type XmlAttributes = Readonly<Record<string, string>>;

/** An XML parser. Of entities it decodes only those of XML itself. */
export type ParseXml = (xml: string, onOpenTag: (name: string, attributes: XmlAttributes) => void) => void;

/**
 * The names of a workbook's sheets, in their order and without sheets of charts, from its parts `xl/_rels/workbook.xml.rels` and
 * `xl/workbook.xml` (ECMA-376). The library tells them only after it has read all texts of the workbook.
 */
export function sheetNames(relations: string, workbook: string, parse: ParseXml): readonly string[] {
  const ids = new Set<string>();
  parse(relations, (name, { Id, Type }) => {
    if (ownName(name) === 'Relationship' && Id && Type?.endsWith('/worksheet')) ids.add(Id);
  });
  const names: string[] = [];
  parse(workbook, (element, attributes) => {
    const { name } = attributes;
    if (ownName(element) !== 'sheet' || name === undefined) return;
    if (Object.entries(attributes).some(([key, id]) => /(?:^|:)id$/.test(key) && ids.has(id)))
      names.push(name);
  });
  return names;
}

const ownName = (name: string): string => name.slice(name.indexOf(':') + 1);
