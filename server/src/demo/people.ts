/** People for the demo tenant and for large fixtures: the same number always gives the same person. */

const givenNames =
  'Ada Amara Amelie Anders Aisha Akira Alejandro Amina Andrea Anika Antoine Arjun Astrid Beatriz Benedikt Bianca Bjorn Camila Carlos Caroline Cedric Chiara Chinedu Clara Daniel Dara Deepa Diego Dmitri Eleni Elif Elise Emeka Emil Emma Esther Fatima Felix Femi Finn Fiona Florian Freya Gabriel Giulia Goran Grace Greta Hana Hannah Haruto Helena Henrik Hiro Hugo Ibrahim Ines Ingrid Isabel Ivan Jakob Jana Javier Jin Joana Jonas Jorge Josephine Julia Kaito Karim Karin Katarina Kenji Kwame Lars Laura Leila Lena Leon Liam Lina Linnea Louise Lucas Lucia Luis Magnus Maja Malik Marek Margot Maria Marta Mateo Maya Mei Mikael Miriam Mohammed Nadia Naomi Natalia Ngozi Niklas Nina Noah Nora Olga Oliver Olivia Omar Oskar Paul Paula Pavel Pedro Petra Philippe Priya Rafael Rahul Ravi Rebecca Rin Rosa Ruth Sakura Samir Samuel Sara Sebastian Selma Simon Sofia Stefan Sunita Svenja Tariq Tatiana Thandi Theo Thomas Tomas Ulrika Valentina Vera Victor Vikram Wei Yara Yasmin Yuki Yusuf Zanele Zofia'.split(
    ' ',
  )
const familyNames =
  'Abara Adeyemi Ahlberg Ahmed Alvarez Andersen Arslan Baker Banerjee Barbosa Bauer Becker Berg Bianchi Blanchet Bradley Brandt Brennan Bruun Cardoso Carlsson Castillo Chanda Chen Clarke Conti Costa Cruz Dahl Das Delgado Demir Desai Diaz Dubois Dufour Eklund Eriksen Esposito Evans Fernandes Ferrari Fischer Fontaine Foster Fraser Fujita Garcia Gauthier Gibson Gomez Gupta Haas Hansen Haddad Hayashi Hernandez Hoffmann Holm Horvat Hughes Ibrahim Ikeda Iversen Iyer Jansen Jensen Johansson Kaya Keller Khan Kim Kimura Klein Kovac Kowalski Kruger Kumar Lambert Larsen Laurent Lee Leroy Lindgren Lopez Lund Macleod Maier Mancini Markovic Marsh Martin Mbeki Mehta Mendes Meyer Mishra Moreau Mori Morales Moser Mukherjee Nair Nakamura Navarro Nguyen Nielsen Nilsson Novak Nowak Nwosu Obi Okafor Olsen Ortega Osei Patel Pereira Perez Petrov Pham Pinto Popescu Quist Rahman Ramos Rao Reyes Ricci Rivera Rossi Roy Ruiz Saito Sandberg Santos Sato Schmidt Schneider Schwarz Sharma Silva Singh Soares Sorensen Stewart Suzuki Svensson Takahashi Tanaka Tesfaye Torres Tran Ueda Vargas Vasquez Vogel Wagner Walker Wallin Wang Weber Werner Wilson Winter Wolf Wong Yamada Yang Yilmaz Zhang Zimmermann'.split(
    ' ',
  )

export interface DemoPerson {
  givenName: string
  familyName: string
  email: string
}

const ascii = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** The person with a number: evenly distributed names, unique addresses. */
export function demoPerson(index: number, domain: string): DemoPerson {
  const combinations = givenNames.length * familyNames.length
  // A step that is coprime to the number of combinations visits each once before repeating any.
  const position = (index * 7919 + 13) % combinations
  const givenName = givenNames[position % givenNames.length] ?? 'Ada'
  const familyName = familyNames[Math.floor(position / givenNames.length)] ?? 'Lund'
  const round = Math.floor(index / combinations)
  return { givenName, familyName, email: `${ascii(givenName)}.${ascii(familyName)}${round || ''}@${domain}` }
}
